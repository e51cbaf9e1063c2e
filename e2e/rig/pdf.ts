/** What is on the pages of a PDF file, by poppler's `pdftotext`. */
import { spawnSync } from 'node:child_process'

/** Whether `pdftotext` is installed. */
export const canReadPdf = (): boolean => spawnSync('pdftotext', ['-v']).error === undefined

/** The lines of each page as they are laid out: what is side by side is in one line. */
export function linesOf(pdf: Buffer): string[][] {
  const { status, stdout, stderr } = spawnSync('pdftotext', ['-layout', '-', '-'], {
    input: pdf,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`pdftotext failed: ${stderr}`)
  return stdout
    .split('\f')
    .slice(0, -1)
    .map((page) => page.split('\n').filter((line) => line.trim() !== ''))
}
