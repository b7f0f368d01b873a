import fs from 'node:fs'
import path from 'node:path'
import type { DiskStep } from './disk-log.ts'

/** What a disk keeps or loses as a whole. */
const pageBytes = 4_096

type FileChange = { at: number; bytes: Buffer } | { size: number }

interface FileNode {
  kind: 'file'
  /** As it was when it was last synced. */
  synced: Buffer
  since: FileChange[]
}

/** Names that change together, as those of a renamed file do. */
type NameChange = [name: string, node: DiskNode | undefined][]

interface FolderNode {
  kind: 'folder'
  names: Map<string, DiskNode>
  synced: Map<string, DiskNode>
  since: NameChange[]
}

type DiskNode = FileNode | FolderNode

/**
 * A directory as a disk has it that keeps nothing but what was synced: of a file its bytes, of a folder its names.
 * Of what came after the last sync the disk may have any pages, and of a folder's changes any number of the first.
 */
export class DiskModel {
  readonly #root: FolderNode
  readonly #handles = new Map<number, DiskNode>()

  /** Begins with what `directory` holds now, all of it synced. */
  constructor(directory: string) {
    this.#root = readFolder(directory)
  }

  /** Does what was done to the directory. */
  apply(step: DiskStep): void {
    switch (step.did) {
      case 'open':
        this.#handles.set(step.handle, this.#opened(step.path, step.isNew))
        if (step.isEmptied) this.#file(step.handle).since.push({ size: 0 })
        break
      case 'write':
        this.#file(step.handle).since.push({ at: step.at, bytes: Buffer.from(step.bytes, 'base64') })
        break
      case 'resize':
        this.#file(step.handle).since.push({ size: step.size })
        break
      case 'sync':
        sync(this.#node(step.handle))
        break
      case 'rename':
        this.#rename(step.path, step.to)
        break
      case 'remove':
        this.#change(step.path, undefined)
        break
      case 'make-folder':
        this.#change(step.path, { kind: 'folder', names: new Map(), synced: new Map(), since: [] })
        break
      case 'say':
    }
  }

  /** Writes what a disk has that loses its power now; of what was not synced it has the part `kept`, by chance. */
  writeRest(directory: string, kept: number): void {
    writeFolder(directory, this.#root, kept)
  }

  #node(handle: number): DiskNode {
    const node = this.#handles.get(handle)
    if (node === undefined) throw new Error(`Nothing was opened as ${handle}.`)
    return node
  }

  #file(handle: number): FileNode {
    const node = this.#node(handle)
    if (node.kind === 'folder') throw new Error('A folder was written to.')
    return node
  }

  #opened(place: string, isNew: boolean): DiskNode {
    if (isNew) return this.#change(place, { kind: 'file', synced: Buffer.alloc(0), since: [] })
    return this.#find(place)
  }

  #find(place: string): DiskNode {
    let node: DiskNode = this.#root
    for (const name of place === '' ? [] : place.split(path.sep)) {
      const next: DiskNode | undefined = node.kind === 'folder' ? node.names.get(name) : undefined
      if (next === undefined) throw new Error(`${place} was never made.`)
      node = next
    }
    return node
  }

  #folderOf(place: string): FolderNode {
    const folder = this.#find(path.dirname(place) === '.' ? '' : path.dirname(place))
    if (folder.kind === 'file') throw new Error(`${place} lies in no folder.`)
    return folder
  }

  #change<Node extends DiskNode | undefined>(place: string, node: Node): Node {
    noteNames(this.#folderOf(place), [[path.basename(place), node]])
    return node
  }

  #rename(from: string, to: string): void {
    const node = this.#find(from)
    const [source, target] = [this.#folderOf(from), this.#folderOf(to)]
    const gone: NameChange = [[path.basename(from), undefined]]
    const come: NameChange = [[path.basename(to), node]]
    if (source === target) noteNames(source, [...gone, ...come])
    else {
      noteNames(target, come)
      noteNames(source, gone)
    }
  }
}

function noteNames(folder: FolderNode, change: NameChange): void {
  applyNames(folder.names, change)
  folder.since.push(change)
}

function applyNames(names: Map<string, DiskNode>, change: NameChange): void {
  for (const [name, node] of change) {
    if (node === undefined) names.delete(name)
    else names.set(name, node)
  }
}

function sync(node: DiskNode): void {
  if (node.kind === 'folder') for (const change of node.since) applyNames(node.synced, change)
  else node.synced = changed(node.synced, node.since)
  node.since = []
}

/** The bytes of a file after changes, which are made in place where it does not grow. */
function changed(before: Buffer, changes: readonly FileChange[]): Buffer {
  let content = before
  for (const change of changes) {
    const end = 'size' in change ? change.size : Math.max(content.length, change.at + change.bytes.length)
    if (end < content.length) content = content.subarray(0, end)
    if (end > content.length) content = Buffer.concat([content, Buffer.alloc(end - content.length)])
    if ('bytes' in change) change.bytes.copy(content, change.at)
  }
  return content
}

/** Some of the changes, of each write some of its pages. */
function someOf(changes: readonly FileChange[], kept: number): FileChange[] {
  return changes.flatMap(pagesOf).filter(() => Math.random() < kept)
}

function pagesOf(change: FileChange): FileChange[] {
  if ('size' in change) return [change]
  const { at, bytes } = change
  const pages: FileChange[] = []
  for (let from = 0; from < bytes.length;) {
    const to = from + pageBytes - ((at + from) % pageBytes)
    pages.push({ at: at + from, bytes: bytes.subarray(from, to) })
    from = to
  }
  return pages
}

function readFolder(directory: string): FolderNode {
  const names = new Map<string, DiskNode>()
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const child = path.join(directory, entry.name)
    const node: DiskNode = entry.isDirectory()
      ? readFolder(child)
      : { kind: 'file', synced: fs.readFileSync(child), since: [] }
    names.set(entry.name, node)
  }
  return { kind: 'folder', names, synced: new Map(names), since: [] }
}

function writeFolder(directory: string, folder: FolderNode, kept: number): void {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  const names = new Map(folder.synced)
  const reached = folder.since.filter(() => Math.random() < kept).length
  for (const change of folder.since.slice(0, reached)) applyNames(names, change)
  for (const [name, node] of names) {
    const child = path.join(directory, name)
    if (node.kind === 'folder') writeFolder(child, node, kept)
    else {
      const rest = someOf(node.since, kept)
      const content = rest.length === 0 ? node.synced : changed(Buffer.from(node.synced), rest)
      fs.writeFileSync(child, content, { mode: 0o600 })
    }
  }
}
