import { renderWithMessages } from '@lintel/ui/testing/render'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import messages from '../../../messages/start/en.json'
import { RESTART_TYPES } from './flag.ts'
import { RestartOverlay } from './overlay.tsx'

vi.mock('./device-restart.ts', () => ({ restart: { close: vi.fn() } }))

const TITLES = {
  restart: 'The device is restarting',
  restore: 'The settings are being restored',
  default: 'The device is being reset',
  upgrade: 'Starting the new firmware',
  rollback: 'Rolling back the firmware',
} as const

test.each(RESTART_TYPES)(
  'a pending %s has its own title and note (SHELL-104, SHELL-105)',
  (type) => {
    const flag = { type, at: Date.now(), bootId: undefined }
    renderWithMessages(
      <RestartOverlay state={{ flag, phase: 'waiting', closable: false }} />,
      'en',
      [messages],
    )
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(TITLES[type])
    expect(screen.getByText(messages[`restart.${type}.note`])).toBeDefined()
  },
)

test('a device that comes back elsewhere is found by links to its expected and its old address', () => {
  const flag = {
    type: 'default' as const,
    at: Date.now(),
    bootId: undefined,
    expected: 'http://192.0.2.1',
  }
  renderWithMessages(<RestartOverlay state={{ flag, phase: 'waiting', closable: false }} />, 'en', [
    messages,
  ])
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'http://192.0.2.1/webapp/hw/',
    `${location.origin}/webapp/hw/`,
  ])
  expect(screen.queryByRole('timer')).toBeNull()
})

test('no two types have the same title or note (SHELL-105)', () => {
  for (const part of ['title', 'note'] as const) {
    expect(new Set(RESTART_TYPES.map((type) => messages[`restart.${type}.${part}`])).size).toBe(5)
  }
})
