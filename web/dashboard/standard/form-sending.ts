import { get, set } from 'react-hook-form'
import type { FileFacts } from '#contract/resources/file.ts'
import { messageOf } from '#web/api-client.ts'
import { logFailure } from '../parts/log-failure.ts'
import { withPicture } from '../uploads/picture-place.ts'
import type { PicturePlace } from '../uploads/picture-place.ts'
import { createSending, type Queued } from '../uploads/sending.ts'
import { isTrayOpen } from '../uploads/tray.ts'
import type { FileOnWay } from '../uploads/uploads-in-form.ts'
import { dropDraft, findDraft, keepDraft, onDraftsChange } from './draft.ts'
import type { Draft, FileMark, KeptOnServer } from './draft.ts'
import { holdDraft } from './draft-hold.ts'
import type { DraftHold } from './draft-hold.ts'
import { isSameValue } from './field-text.ts'

type Values = Record<string, unknown>

/** A form that was left while files of it are on their way. */
export interface LeftForm {
  /** The name of its draft. */
  name: string
  /** Whose drafts these are: `books/new`, `books/<id>`. */
  form: string
  /** What it is called where nothing of it is seen: «كتاب «الفيزياء»». */
  label: string
  /** Where it is opened again, and what its screen is told then. */
  address: string
  state: object
}

/** A file for a field of a draft. */
interface FormFile extends Queued {
  field: string
  place: PicturePlace | undefined
  /** What the field held when the form was left. */
  was: unknown
}
type ThereFile = FormFile & { facts: FileFacts }

interface Held extends LeftForm {
  /** Undefined while another window, or a form of this one, has the draft. */
  hold: DraftHold | undefined
  /** The end of the asking for it. */
  held: Promise<void>
  /** A form of this window has opened the draft again, and hears what the server keeps of it. */
  isOpen: boolean
  onKept: (server: KeptOnServer) => void
  /** The files that stand in the draft, and are being kept with it on the server. */
  placed: Set<string>
}

/** The keeping of a draft on the server that is under way, and the one that follows it. */
interface Keeping {
  running: Promise<void>
  next: Promise<void> | undefined
}

interface Given {
  /** Keeps a draft of this device on the server, and notes it there while `isMine`. Shape: what it is there. Errors: ApiError. */
  keepOnServer: (name: string, form: string, isMine: () => boolean) => Promise<KeptOnServer | undefined>
  /** A draft in which nothing is left is wanted no more. */
  removeFromServer: (draft: Draft<Values>) => void
  onTaken: (form: LeftForm) => void
  /** The draft is on this device alone. */
  onNotKept: (error: unknown) => void
  /** So many files of a form have arrived in its draft, and none is left. */
  onWhole: (form: LeftForm, files: number) => void
}

const ended = 'حُفظت مسودته أو حُذفت في نافذة أخرى، فلا مكان له. اتركه، أو اختره في السجل من جديد.'
const isOpened = 'وصل، ومسودته مفتوحة في نموذج، هنا أو في نافذة أخرى. أغلقه ثم أعد المحاولة، أو اختره فيه.'
const changedSince = 'وصل، وفي حقله الآن ملف آخر لم يُستبدل. افتح المسودة واختره هناك إن أردته.'

type OfField = Pick<FileOnWay, 'field' | 'file' | 'place'>

/** What is kept of a file, to be told of should it not arrive. */
export function markOf({ field, file }: OfField): FileMark {
  return { field, name: file.name, size: file.size }
}

/** The marks that tell of none of these files: of a field of several by the name, too. */
export function marksWithout(marks: readonly FileMark[], files: readonly OfField[]): FileMark[] {
  return marks.filter(
    mark =>
      !files.some(
        ({ field, file, place }) => mark.field === field && (place === undefined || mark.name === file.name),
      ),
  )
}

/**
 * Goes on with the files of forms that were left, and puts each into its field of the draft: here and on the server.
 * Nothing that somebody has put there since is replaced. Source: S7.9.
 */
export function createFormSending({ keepOnServer, removeFromServer, onTaken, onNotKept, onWhole }: Given) {
  const forms = new Map<string, Held>()
  const keepings = new Map<string, Keeping>()
  let lastId = 0

  /** Asks for the draft, which nobody else writes then; `take` also from the form that is left. */
  const ask = async (form: Held, take: boolean): Promise<void> => {
    const onLost = () => (form.hold = undefined)
    form.hold = await holdDraft(form.name, { take, onLost }).catch((error: unknown) => {
      logFailure('The draft of a form that was left could not be held', error)
      return undefined
    })
    if (form.hold) form.isOpen = false
  }

  const keepOnce = async (form: Held): Promise<void> => {
    const isMine = () => form.hold !== undefined || form.isOpen
    const server = await keepOnServer(form.name, form.form, isMine)
    if (server) form.onKept(server)
  }

  /** One keeping of a draft at a time, which takes what all arrivals before it have brought. */
  const keep = (form: Held): Promise<void> => {
    const { name } = form
    const keeping = keepings.get(name) ?? { running: Promise.resolve(), next: undefined }
    keepings.set(name, keeping)
    keeping.next ??= keeping.running
      .catch(() => undefined)
      .then(() => {
        keeping.next = undefined
        keeping.running = keepOnce(form).finally(() => {
          if (!keeping.next) keepings.delete(name)
        })
        return keeping.running
      })
    return keeping.next
  }

  /** The sentence that says why a file may not be put into a draft; '' when it may. */
  const refusalOf = (draft: Draft<Values> | undefined, { field, place, was, facts }: ThereFile): string => {
    if (!draft) return ended
    const now: unknown = get(draft.values, field)
    return place || now === facts.url || isSameValue(now, was) ? '' : changedSince
  }

  /** Puts a file into its field. Shape: why not, '' when it is there. Errors: ApiError. */
  const putIn = async (form: Held, file: ThereFile): Promise<string> => {
    const refusal = refusalOf(findDraft(form.name), file)
    if (refusal !== '') return refusal
    await form.held
    if (!form.hold) await (form.held = ask(form, false))
    if (!form.hold) return isOpened
    const draft = findDraft<Values>(form.name)
    const refusalNow = refusalOf(draft, file)
    if (!draft || refusalNow !== '') return refusalNow
    const { field, place } = file
    const { url } = file.facts
    const values = structuredClone(draft.values)
    const now: unknown = get(values, field)
    set(values, field, place ? withPicture(Array.isArray(now) ? now : [], url, place) : url)
    keepDraft(form.name, { ...draft, values, sending: marksWithout(draft.sending ?? [], [file]) })
    form.placed.add(file.id)
    await keep(form)
    return ''
  }

  const arrive = async (file: ThereFile): Promise<void> => {
    const form = forms.get(file.group)
    if (!form) return
    try {
      const refusal = await putIn(form, file)
      if (refusal === '') sending.settle([file.id])
      else sending.refuse([file.id], refusal)
    } catch (error) {
      logFailure('A draft with a file that has arrived could not be kept on the server', error)
      sending.refuse([file.id], `وصل إلى المسودة على هذا الجهاز، ولم تُحفظ على الخادم: ${messageOf(error)}`)
    }
  }

  const sending = createSending<FormFile>({
    shownAs(group) {
      const { label = '', address = '', state } = forms.get(group) ?? {}
      return { label, address, state }
    },
    onArrived: file => void arrive(file),
    onEmpty(group, files) {
      const form = forms.get(group)
      if (!form) return
      forms.delete(group)
      void form.held.then(() => form.hold?.release())
      if (!form.isOpen && files > 0 && findDraft(form.name)) onWhole(form, files)
    },
    onForgotten(file) {
      const draft = findDraft<Values>(file.group)
      if (!draft || !forms.get(file.group)?.hold) return
      const marks = marksWithout(draft.sending ?? [], [file])
      const isEmpty = marks.length === 0 && isSameValue(draft.values, draft.base)
      if (!isEmpty) return void keepDraft(file.group, { ...draft, sending: marks })
      dropDraft(file.group)
      removeFromServer(draft)
    },
  })

  onDraftsChange(() => {
    for (const { name } of forms.values()) {
      if (findDraft(name)) continue
      /* What has failed stays, to be told. */
      const open = sending.filesOf(name).filter(({ id }) => sending.isOnItsWay(id))
      sending.cancel(new Set(open.map(({ id }) => id)))
    }
  })

  return {
    wait: sending.wait,
    /** Goes on with the files of a form that is left, whose draft this window has. Shape: false when nobody is there for whom. */
    takeOver(left: LeftForm, values: Values, files: readonly FileOnWay[]): boolean {
      if (!isTrayOpen()) return false
      const form: Held = {
        ...left,
        hold: undefined,
        held: Promise.resolve(),
        isOpen: false,
        onKept: () => {},
        placed: new Set(),
      }
      form.held = ask(form, true)
      forms.set(left.name, form)
      sending.send(
        files.map(({ field, file, kind, sent, facts, place }) => {
          const was: unknown = get(values, field)
          const id = `${left.name} ${(lastId += 1)}`
          return { group: left.name, id, file, kind, sent, facts, field, place, was }
        }),
      )
      onTaken(form)
      form.held.then(() => keep(form)).catch(onNotKept)
      return true
    },
    /** Whether this window sends files for a draft. */
    has: (name: string) => forms.has(name),
    /** A form of this window opens a draft: no file is put into it from here any more, and `onKept` hears of what the server keeps. */
    async open(name: string, onKept: Held['onKept'] = () => {}): Promise<void> {
      const form = forms.get(name)
      if (!form) return
      form.isOpen = true
      form.onKept = onKept
      await form.held
      // The form takes the lock itself, so that nobody else has it in between.
      form.hold = undefined
    },
    /** Ends when a draft is not being kept on the server from here any more; it never fails. */
    async settled(name: string): Promise<void> {
      for (let last = keepings.get(name); last; last = keepings.get(name))
        await (last.next ?? last.running).catch(() => undefined)
    },
    /** Which of the marks of a draft tell of files that nobody sends any more. */
    lostOf: (name: string, marks: readonly FileMark[]) => marksWithout(marks, sending.filesOf(name)),
    /** Gives a field of the form that has opened the draft its files, unless another file stands in it by now. */
    claim(name: string, field: string, now: unknown): readonly FileOnWay[] {
      const own = sending
        .filesOf(name)
        .filter(({ id }) => !forms.get(name)?.placed.has(id))
        .filter(file => file.field === field && (file.place || isSameValue(file.was, now)))
      return sending.give(new Set(own.map(({ id }) => id)))
    },
  }
}

export type FormSending = ReturnType<typeof createFormSending>
