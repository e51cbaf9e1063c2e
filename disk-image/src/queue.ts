/** Lets one piece of work at a time have an image: its programs know nothing of each other. */

/** The end of the last work for each image that has any. */
const busy = new Map<string, Promise<unknown>>()

/** Does work on an image when all work before it has ended, however it ended. */
export async function alone<Result>(image: string, work: () => Promise<Result>): Promise<Result> {
  const result = (busy.get(image) ?? Promise.resolve()).then(work)
  const ended = result.catch(() => {})
  busy.set(image, ended)
  try {
    return await result
  } finally {
    if (busy.get(image) === ended) busy.delete(image)
  }
}
