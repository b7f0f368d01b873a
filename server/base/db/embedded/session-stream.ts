import { Duplex } from 'node:stream'
import type { EmbeddedEngine, SessionUser } from './engine.ts'

const terminateMessage = 0x58

/**
 * The stream that `pg` takes for its socket: what it writes goes to the embedded engine as wire protocol, and the
 * engine's bytes come back as they are.
 */
export class SessionStream extends Duplex implements SessionUser {
  readonly #engine: EmbeddedEngine

  constructor(engine: EmbeddedEngine) {
    super({ allowHalfOpen: false })
    this.#engine = engine
  }

  /** Called by `pg` in place of a socket's connect. */
  connect(): this {
    this.#engine.whenReady().then(
      () => {
        if (this.destroyed) return
        this.#engine.enter(this)
        this.emit('connect')
      },
      (error: Error) => this.fail(error),
    )
    return this
  }

  receive(bytes: Uint8Array): void {
    if (!this.destroyed) this.push(bytes)
  }

  fail(error: Error): void {
    this.destroy(error)
  }

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    if (chunk[0] !== terminateMessage) this.#engine.send(this, chunk)
    done()
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    const parts = chunks.map(entry => entry.chunk).filter(chunk => chunk[0] !== terminateMessage)
    if (parts.length > 0) this.#engine.send(this, Buffer.concat(parts))
    done()
  }

  override _read(): void {}

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#engine.leave(this)
    done(error)
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}
