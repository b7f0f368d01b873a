/** What a program that a test starts gets from outside: nothing that would set the product otherwise. */
export const bareEnvironment = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  TMPDIR: process.env['TMPDIR'],
}
