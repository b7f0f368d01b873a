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

async function filesIn(entry: FileSystemEntry, folder: string, most: number): Promise<ChosenFile[]> {
  if (entry.isFile) return [{ file: await fileOf(entry as FileSystemFileEntry), folder }]
  const found: ChosenFile[] = []
  for (const inner of await entriesOf(entry as FileSystemDirectoryEntry)) {
    if (found.length >= most) break
    found.push(...(await filesIn(inner, `${folder}${entry.name}/`, most - found.length)))
  }
  return found
}

/** Files that nobody means: what systems leave in folders. */
const isLeftBehind = ({ file: { name } }: ChosenFile) =>
  name.startsWith('.') || /^(?:Thumbs\.db|desktop\.ini)$/iu.test(name)

/** What was dropped, also whole folders; at most so many files. */
export async function droppedFiles(data: DataTransfer, most: number): Promise<ChosenFile[]> {
  /* The entries must be asked for before the first wait: the browser takes them away after the event. */
  const entries = [...data.items].flatMap(item =>
    item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : [],
  )
  const plain = [...data.files].map(file => ({ file, folder: '' }))
  if (entries.length < plain.length) return plain.filter(chosen => !isLeftBehind(chosen))
  const found: ChosenFile[] = []
  for (const entry of entries) found.push(...(await filesIn(entry, '', most + 1 - found.length)))
  return found.filter(chosen => !isLeftBehind(chosen))
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
