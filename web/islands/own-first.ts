/* Before the page is drawn: who keeps a grade gets what puts the rows of it first, and waits for it; nobody else loads it. */
try {
  if (localStorage.grade)
    document.write(
      `<script type=module blocking=render src=${document.currentScript?.dataset.rows}></script>`,
    )
} catch {}
