declare module '@20minutes/s3rver' {
  interface S3rverOptions {
    address: string
    port: number
    silent: boolean
    directory: string
    configureBuckets: { name: string; configs: string[] }[]
  }

  interface S3rverContext {
    method: string
    path: string
    query: Record<string, unknown>
    status: number
    body: unknown
  }

  export default class S3rver {
    constructor(options: S3rverOptions)
    middleware: ((context: S3rverContext, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
