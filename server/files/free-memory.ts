/**
 * Gives back now what nothing holds any more: each PDF is opened in a memory of WebAssembly of its own, of 16 MB at least,
 * which the engine knows as a small object and would leave for later. Nothing where the engine was started without `--expose-gc`.
 */
export function freeMemory(): void {
  globalThis.gc?.()
}
