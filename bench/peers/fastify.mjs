import Fastify from 'fastify'
import { countBooks, newestBooks, openPool } from './books.mjs'

/* Bare: a route, two statements, an object. `/api/known` counts once, for a server that remembers its totals. */
const app = Fastify()
const pool = openPool()
let known
const answer = (books, total) => ({ success: true, data: { books, total } })

app.get('/api/books', async request => {
  const [books, total] = await Promise.all([newestBooks(pool, Number(request.query.limit)), countBooks(pool)])
  return answer(books, total)
})
app.get('/api/known', async request =>
  answer(await newestBooks(pool, Number(request.query.limit)), (known ??= await countBooks(pool))),
)

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
