/* Before the page is drawn: whether this device keeps a grade, or things on its shelf, so that nothing moves then. */
try {
  /* A worker has the code; a browser that was killed may have lost the number and kept the things. */
  if (localStorage.shelf || navigator.serviceWorker?.controller) document.documentElement.dataset.keeps = ''
  const kept: string = localStorage.grade
  if (kept) document.documentElement.dataset.grade = kept
  addEventListener('pageshow', event => {
    if (event.persisted && localStorage.grade !== kept) location.reload()
  })
  /* Where the code of the site does not come, nothing would bring what a page keeps a place for. */
  addEventListener(
    'error',
    ({ target }) => {
      if ((target as Partial<HTMLScriptElement>).type === 'module')
        delete document.documentElement.dataset.grade
    },
    true,
  )
  addEventListener('click', ({ target }) => {
    const choice = (target as Element).closest<HTMLElement>('[data-keep]')
    /* The grade never leaves the device. */
    if (choice) localStorage.grade = choice.dataset.keep
  })
} catch {}
