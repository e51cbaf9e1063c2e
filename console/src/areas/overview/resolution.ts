/** The approximate width of the frame in pixels of the page. */
const FRAME = 640

/**
 * The resolution to request: the smallest that fills the frame (16:9). A larger one would cost the
 * device several times the work for every open console.
 * @param offered the device's list, `1280x720,640x480`
 * @returns undefined when none fits: the device then uses its own
 */
export function resolutionFor(offered: string | undefined): string | undefined {
  const sizes = (offered ?? '').split(',').map((text) => {
    const [width = 0, height = 0] = text.trim().split('x').map(Number)
    return { text: text.trim(), width, height }
  })
  return sizes
    .filter(({ width, height }) => width * 9 === height * 16 && width >= FRAME)
    .toSorted((a, b) => a.width - b.width)[0]?.text
}
