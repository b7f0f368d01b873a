declare module '@20minutes/s3rver' {
  interface S3rverOptions {
    address: string
    port: number
    silent: boolean
    directory: string
    configureBuckets: { name: string; configs: string[] }[]
  }

  export default class S3rver {
    constructor(options: S3rverOptions)
    middleware: ((context: { path: string }, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
