/** The picture is not shown larger than this. */
const WIDEST = 1280

/**
 * The resolution to ask for: the largest that fills the frame (16:9) without being scaled down much.
 * @param offered the device's list, `1280x720,640x480`
 * @returns undefined when none fits: the device then takes its own
 */
export function resolutionFor(offered: string | undefined): string | undefined {
  const sizes = (offered ?? '').split(',').map((text) => {
    const [width = 0, height = 0] = text.trim().split('x').map(Number)
    return { text: text.trim(), width, height }
  })
  return sizes
    .filter(({ width, height }) => width * 9 === height * 16 && width > 0 && width <= WIDEST)
    .toSorted((a, b) => b.width - a.width)[0]?.text
}
