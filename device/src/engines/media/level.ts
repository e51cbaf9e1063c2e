/** Measures the level of what passes between two readings. */
export class LevelMeter {
  private squares = 0
  private count = 0

  add(samples: Int16Array): void {
    for (const sample of samples) this.squares += sample * sample
    this.count += samples.length
  }

  /**
   * The RMS level since the last reading in dBFS, where a full square wave is 0 and a full sine -3;
   * -Infinity for silence.
   */
  read(): number {
    const level = this.count === 0 ? 0 : Math.sqrt(this.squares / this.count) / 32_768
    this.squares = 0
    this.count = 0
    return 20 * Math.log10(level)
  }
}
