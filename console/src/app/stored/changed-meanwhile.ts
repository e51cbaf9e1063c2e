/** Somebody else changed what a form is about after the page had read it; `now` is what it is. */
export class ChangedMeanwhile<V> extends Error {
  readonly now: V
  constructor(now: V) {
    super()
    this.now = now
  }
}
