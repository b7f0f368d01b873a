/* Before the page is drawn: whether this device keeps a grade, so that nothing moves when its parts come. */
try {
  const kept: string = localStorage.grade
  if (kept) document.documentElement.dataset.grade = kept
  addEventListener('pageshow', event => {
    if (event.persisted && localStorage.grade !== kept) location.reload()
  })
  addEventListener('click', ({ target }) => {
    const choice = (target as Element).closest<HTMLElement>('[data-keep]')
    /* The grade never leaves the device. */
    if (choice) localStorage.grade = choice.dataset.keep
  })
} catch {}
