import { logFailure } from '../parts/log-failure.ts'

/** A chosen file with the folders that it stood in. Shape: `وزاري/2021/`, '' for none. */
export interface ChosenFile {
  file: File
  folder: string
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** The browser gives a folder's entries by portions, the last of which is empty. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const found: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return found
    found.push(...some)
  }
}

/** What was dropped: the files, and the names of what could not be read. */
export interface Dropped {
  files: ChosenFile[]
  unread: string[]
}

async function readInto(found: Dropped, entry: FileSystemEntry, folder: string): Promise<void> {
  try {
    if (entry.isFile) found.files.push({ file: await fileOf(entry as FileSystemFileEntry), folder })
    else
      for (const inner of await entriesOf(entry as FileSystemDirectoryEntry))
        await readInto(found, inner, `${folder}${entry.name}/`)
  } catch (error) {
    logFailure('A dropped file could not be read', error)
    found.unread.push(entry.name)
  }
}

/** Files that nobody means: what systems leave in folders. */
const isLeftBehind = ({ file: { name } }: ChosenFile) =>
  name.startsWith('.') || /^(?:Thumbs\.db|desktop\.ini)$/iu.test(name)

/** What was dropped, also whole folders; what cannot be read is named, and the rest comes all the same. */
export async function droppedFiles(data: DataTransfer): Promise<Dropped> {
  /* The entries must be asked for before the first wait: the browser takes them away after the event. */
  const entries = [...data.items].flatMap(item =>
    item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : [],
  )
  const plain = [...data.files].map(file => ({ file, folder: '' }))
  const found: Dropped = { files: [], unread: [] }
  if (entries.length < plain.length) found.files = plain
  else for (const entry of entries) await readInto(found, entry, '')
  return { ...found, files: found.files.filter(chosen => !isLeftBehind(chosen)) }
}

/** What was chosen with an input, of files or of a folder. */
export function pickedFiles(list: FileList | null): ChosenFile[] {
  return [...(list ?? [])]
    .map(file => {
      const path = file.webkitRelativePath
      return { file, folder: path.slice(0, path.lastIndexOf('/') + 1) }
    })
    .filter(chosen => !isLeftBehind(chosen))
}
