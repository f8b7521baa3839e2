// The positions of a reading or a game of Enochian chess, each drawn as a whole.
{
  const standings = JSON.parse(document.getElementById("standings").textContent);
  enableStepping(standings.length - 1, (step) => {
    const { drawn, words } = standings[step];
    document.getElementById("marks").remove();
    document.getElementById("pieces").remove();
    document.querySelector(".board > svg").insertAdjacentHTML("beforeend", drawn);
    return words;
  });
}
