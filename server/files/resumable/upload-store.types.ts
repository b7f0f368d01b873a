/** An upload as its store sees it. Units: bytes. */
export interface StoredUpload {
  id: string
  size: number
  /** How much of it is recorded. What lies behind that was never answered for. */
  received: number
  /** Where the file will lie once it is whole. */
  objectKey: string
  /** What the store remembers of the upload. */
  state: string | null
}

/** Bytes that are safe, and become part of the upload as soon as they are recorded. */
export interface Appended {
  /** What the store remembers from now on. */
  state: string | null
  /** Removes what is not needed any more. To be called once the bytes are recorded. */
  settle(): Promise<void>
  /** Takes the bytes back. To be called when they were not recorded. */
  undo(): Promise<void>
}

/** All bytes of an upload in a file of this machine. */
export interface WholeUpload {
  path: string
  /** Lets the file go, unless it became the object. */
  release(): Promise<void>
}

/**
 * Takes in the bytes of a file piece by piece and writes each of them once. The database says how far an upload
 * has come; whatever a crash leaves behind that offset is written over.
 */
export interface UploadStore {
  /** How many bytes are best appended at once. */
  readonly pieceBytes: number
  /** Begins an upload that will become this object. Shape: what the store remembers of it. */
  begin(objectKey: string): Promise<string | null>
  /**
   * Writes what comes after `received`; when this ends the bytes survive a power cut. `takeNumber` gives this upload
   * another number each time, rising, whichever process asks.
   * Errors: `upload_not_found` when what was recorded is not there any more; `disk_full`; `unavailable`.
   */
  append(upload: StoredUpload, bytes: Buffer, takeNumber: () => Promise<number>): Promise<Appended>
  /**
   * Gives the whole as a file, however often it is asked for, also when the object is in its place already.
   * Errors: `upload_not_found` when the bytes are not there any more.
   */
  openWhole(upload: StoredUpload): Promise<WholeUpload>
  /** Puts the whole into its place. */
  place(upload: StoredUpload, whole: WholeUpload, type: string): Promise<void>
  /** Removes what is held of the upload; an object in its place stays. */
  remove(upload: Pick<StoredUpload, 'id' | 'objectKey' | 'state'>): Promise<void>
}
