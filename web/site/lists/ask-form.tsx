import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'

interface AskFormProps {
  /** What is probably meant, to be sent as it is or changed. */
  wanted: string | undefined
  /** The page on which it is missing. */
  from: string
}

/** «اطلبها»: one field for what somebody looked for and did not find; reaches the inbox. Source: P4.11. */
export function AskForm({ wanted, from }: AskFormProps) {
  return (
    <form className="ask" action={paths.asked} method="post">
      <label className="field">
        <span>لم تجد ما تريد؟ اكتبه ونبحث عنه.</span>
        <input
          className="input"
          name="wanted"
          defaultValue={wanted}
          maxLength={limits.maxSearchLength}
          required
          autoComplete="off"
          enterKeyHint="send"
        />
      </label>
      <input type="hidden" name="from" value={from} readOnly />
      <input className="ask-trap" name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
      <button className="button is-quiet" type="submit">
        اطلبها
      </button>
    </form>
  )
}
