/** A plain Fastify server in a process of its own, with which the front door is compared. */
import Fastify from 'fastify'

/** The one answer that it gives. */
export interface PlainAnswer {
  /** With or without a query. */
  path: string
  type: string
  body: string
}

process.once('message', (answer: PlainAnswer) => {
  void serve(answer).then((port) => process.send?.(port))
})

async function serve({ path, type, body }: PlainAnswer): Promise<number> {
  const app = Fastify()
  const value: unknown = type.startsWith('application/json') ? JSON.parse(body) : body
  app.route({
    method: ['GET', 'POST'],
    url: path.split('?')[0] ?? path,
    handler: (_request, reply) => reply.type(type).send(value),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return Number(new URL(url).port)
}
