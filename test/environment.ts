/** What a program that a test starts gets from outside: nothing that would set the product otherwise. */
export const bareEnvironment = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  TMPDIR: process.env['TMPDIR'],
}

/** What Node is told for a program that opens the embedded database for some seconds, as it is for the tests themselves. */
export const briefProgram = process.execArgv.filter(argument => argument.startsWith('--wasm-'))
