/** A file of the library, drawn and not yet stored. */
export interface DemoFile {
  name: string
  bytes: Buffer
}
