import { CircleAlert, Pause, Play, RotateCcw, WifiOff, X } from 'lucide-react'
import { formatFileSize } from '#contract/format.ts'
import { formatShare } from '#contract/format-share.ts'
import { Button } from '../parts/button.tsx'
import { speedText, timeLeftText } from './speed.ts'
import type { Upload } from './use-upload.ts'

const waiting = 'بانتظار عودة الاتصال لإكمال الرفع'
const finishing = 'جاري فحص الملف وحفظه...'

interface UploadProgressProps {
  upload: Upload
  /** 'جاري رفع الصورة...' */
  label: string
}

/** How far an upload is, and what can be done about it; its failure, with a retry. */
export function UploadProgress({ upload, label }: UploadProgressProps) {
  const { state } = upload
  if (state.status === 'idle') return null
  if (state.status === 'failed') {
    return (
      <div className="upload upload--failed" role="alert">
        <p className="upload__line">
          <CircleAlert aria-hidden />
          {state.message}
        </p>
        <p className="upload__file">
          <bdi>{state.file.name}</bdi>
        </p>
        <div className="row">
          <Button icon={<RotateCcw aria-hidden />} onClick={upload.retry}>
            إعادة المحاولة
          </Button>
          <Button look="quiet" onClick={upload.dismiss}>
            إلغاء
          </Button>
        </div>
      </div>
    )
  }
  const { file, sentBytes, speed } = state
  const isPaused = state.status === 'paused'
  const isWaiting = state.isWaiting && !isPaused
  const isFinishing = sentBytes >= file.size && file.size > 0 && !isWaiting
  const isMoving = speed > 0 && !isFinishing && !isWaiting
  const secondsLeft = isMoving ? (file.size - sentBytes) / speed : undefined
  return (
    <div className="upload">
      <p className="upload__line" role="status">
        {isWaiting ? <WifiOff aria-hidden /> : null}
        {isPaused ? 'توقف الرفع مؤقتاً' : isWaiting ? waiting : isFinishing ? finishing : label}
      </p>
      <p className="upload__file">
        <bdi>{file.name}</bdi>
      </p>
      <progress className="progress" max={file.size || 1} value={sentBytes} aria-label={label} />
      <p className="upload__facts">
        <span>{formatShare(sentBytes, file.size)}</span>
        <span>
          {formatFileSize(sentBytes)} من {formatFileSize(file.size)}
        </span>
        {isMoving ? (
          <>
            <span>{speedText(speed)}</span>
            <span>{timeLeftText(secondsLeft)}</span>
          </>
        ) : null}
      </p>
      <div className="row">
        {state.canPause && !isFinishing ? (
          isPaused ? (
            <Button icon={<Play aria-hidden />} onClick={upload.resume}>
              متابعة
            </Button>
          ) : (
            <Button icon={<Pause aria-hidden />} onClick={upload.pause}>
              إيقاف مؤقت
            </Button>
          )
        ) : null}
        <Button look="quiet" icon={<X aria-hidden />} onClick={upload.cancel}>
          إلغاء الرفع
        </Button>
      </div>
    </div>
  )
}
