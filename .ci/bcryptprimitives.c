/* The one function of Windows' bcryptprimitives.dll that Rust's library calls: wine has no such library before version 9.
   x86_64-w64-mingw32-gcc -shared -o bcryptprimitives.dll .ci/bcryptprimitives.c -ladvapi32 */
#include <windows.h>

/* RtlGenRandom, by the name under which advapi32.dll has it. */
BOOLEAN WINAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length)
{
    return SystemFunction036(buffer, (ULONG)length);
}
