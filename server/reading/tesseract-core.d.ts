declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  interface Recognizer {
    /** 0 when the language is ready. */
    Init(folder: null, language: string, engine: number): number
    SetVariable(name: string, value: string): boolean
    /** 0 when the picture that lies at `/input` could be read. */
    SetImageFile(orientation: number, angle: number): number
    Recognize(monitor: null): number
    GetTSVText(page: number): string
    Clear(): void
    End(): void
  }
  interface Tesseract {
    FS: { writeFile(name: string, content: Uint8Array): void; unlink(name: string): void }
    TessBaseAPI: new () => Recognizer
  }
  export default function start(options: {
    print(text: string): void
    printErr(text: string): void
  }): Promise<Tesseract>
}
