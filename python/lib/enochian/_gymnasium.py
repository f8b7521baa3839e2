"""What Gymnasium asks for when it is imported, if it is installed: the environments of this package."""


def register() -> None:
    """Registers ``enochian/Reading-v0``."""
    from gymnasium.envs.registration import register, registry

    module = "enochian.environment"
    if "enochian/Reading-v0" not in registry:
        register("enochian/Reading-v0", f"{module}:SideEnv", vector_entry_point=f"{module}:ReadingVectorEnv")
