/** A time (UTC milliseconds) as YYYY-MM-DD HH:mm:ss in UTC. */
export const utcText = (at: number): string =>
  new Date(at).toISOString().slice(0, 19).replace('T', ' ')

/** Its time of day to the millisecond, HH:mm:ss.SSS in UTC. */
export const utcTimeText = (at: number): string => new Date(at).toISOString().slice(11, 23)
