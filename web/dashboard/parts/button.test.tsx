import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Button } from './button.tsx'

it('says that it does nothing now, for its own reason or while it is busy', () => {
  const isOff = (button: React.ReactNode) => renderToStaticMarkup(button).includes('aria-disabled="true"')
  expect(isOff(<Button>حفظ</Button>)).toBe(false)
  expect(isOff(<Button aria-disabled>حفظ</Button>)).toBe(true)
  expect(isOff(<Button aria-disabled={false}>حفظ</Button>)).toBe(false)
  expect(isOff(<Button busyLabel="جاري الحفظ...">حفظ</Button>)).toBe(true)
})
