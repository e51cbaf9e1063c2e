import { renderWithMessages } from '@lintel/ui/testing/render'
import { cleanup, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import rest from '../../../messages/restart/en.json'
import start from '../../../messages/start/en.json'
import { RESTART_TYPES } from './flag.ts'
import type { RestartFlag } from './flag.ts'
import { loadCover, RestartOverlay } from './overlay.tsx'
import type { RestartState } from './restart.ts'

vi.mock('./device-restart.ts', () => ({ restart: { close: vi.fn(), wentDown: vi.fn() } }))
vi.mock('./watch-gone.ts', () => ({ watchGone: () => () => {} }))

const messages = { ...start, ...rest }

beforeAll(async () => {
  await loadCover('en')
})

/** Renders the overlay of a restart, once all of it has loaded. */
async function showOverlay(flag: RestartFlag, rest: Partial<RestartState> = {}) {
  const state: RestartState = {
    flag,
    phase: 'waiting',
    closable: false,
    answers: false,
    evidence: 'asked',
    since: flag.at,
    ...rest,
  }
  renderWithMessages(<RestartOverlay state={state} />, 'en', [start])
  await screen.findByText(messages[`restart.${flag.type ?? 'unknown'}.note`])
}

const TITLES = {
  restart: 'The device is restarting',
  restore: 'The settings are being restored',
  default: 'The device is being reset',
  upgrade: 'Starting the new firmware',
  rollback: 'Rolling back the firmware',
} as const

test.each(RESTART_TYPES)(
  'a pending %s has its own title and note (SHELL-104, SHELL-105)',
  async (type) => {
    await showOverlay({ type, at: Date.now(), bootId: undefined })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(TITLES[type])
  },
)

test('a device that comes back elsewhere is found by links to its expected and its old address', async () => {
  const flag = {
    type: 'default' as const,
    at: Date.now(),
    bootId: undefined,
    expected: 'http://192.0.2.1',
  }
  await showOverlay(flag)
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'http://192.0.2.1/webapp/hw/',
    `${location.origin}/webapp/hw/`,
  ])
  expect(screen.queryByRole('timer')).toBeNull()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('screen readers get the phase as the value of the bar, and hear it when it changes', async () => {
  const at = Date.now()
  await showOverlay({ type: 'restart', at, bootId: undefined }, { evidence: 'gone' })
  const bar = screen.getByRole('progressbar', { name: 'Progress' })
  expect(bar.getAttribute('aria-valuetext')).toBe('Step 2 of 3: Starting up')
  expect(bar.getAttribute('aria-valuenow')).toBe('25')
  expect(screen.getByRole('status').textContent).toBe('Step 2 of 3: Starting up')
  const steps = screen.getAllByRole('listitem')
  expect(steps.map((step) => step.textContent)).toEqual([
    'Shutting down completed',
    'Starting up',
    'Opening this page',
  ])
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null])
})

test('the time shows after 10 s, and what to do once it takes longer than usual (SHELL-109)', async () => {
  await showOverlay({ type: 'restart', at: Date.now() - 9_000, bootId: undefined })
  expect(screen.queryByRole('timer')).toBeNull()
  cleanup()
  await showOverlay({ type: 'restart', at: Date.now() - 119_000, bootId: undefined })
  expect(screen.getByRole('timer').textContent).toMatch(/^(1\smin 59|2\smin 00)\ss$/)
  expect(screen.queryByText(messages['restart.late'])).toBeNull()
  cleanup()
  await showOverlay({ type: 'restart', at: Date.now() - 125_000, bootId: undefined })
  expect(screen.getByText(messages['restart.late'])).toBeDefined()
})

test('a device that answers again is not reported as gone, however long it takes', async () => {
  const flag = { type: 'restart' as const, at: Date.now() - 16 * 60_000, bootId: undefined }
  await showOverlay(flag, { closable: true, answers: true, evidence: 'answering' })
  expect(screen.getByText(messages['restart.lateStarting'])).toBeDefined()
  cleanup()
  await showOverlay(flag, { closable: true, evidence: 'answering' })
  expect(screen.getByText(messages['start.noAnswer'])).toBeDefined()
})

test('no two types have the same title or note (SHELL-105)', () => {
  for (const part of ['title', 'note'] as const) {
    expect(new Set(RESTART_TYPES.map((type) => messages[`restart.${type}.${part}`])).size).toBe(5)
  }
})
