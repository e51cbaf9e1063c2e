import { spawn, spawnSync } from 'node:child_process'

/** Why tests with ffmpeg can't run; undefined if they can. */
export const missingFfmpeg: string | undefined = spawnSync('ffprobe', ['-version']).error
  ? 'ffmpeg and ffprobe are not installed'
  : undefined

/** Runs ffmpeg or ffprobe; the output has both streams. */
export function run(
  program: 'ffmpeg' | 'ffprobe',
  ...parameters: string[]
): Promise<{ code: number; output: string }> {
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code: code ?? -1, output }))
  })
}
