import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { streamOf } from './testing/fake-bench.ts'
import { renderBench } from './testing/render-bench.tsx'
import type { FakeBench } from './testing/render-bench.tsx'

let bench: FakeBench

/** A window of a phone, or a wider one. */
function showOn(phone: boolean): void {
  vi.stubGlobal('matchMedia', () => ({
    matches: phone,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  bench = renderBench()
  bench.tell()
}

beforeEach(() => localStorage.clear())

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

const fold = (name: string) => screen.getByRole('button', { name })
const isOpen = (name: string) => fold(name).getAttribute('aria-expanded') === 'true'
/** The part of a card that is hidden while the card is closed. */
const body = (name: string) =>
  document.querySelector(`[id="${fold(name).getAttribute('aria-controls')}"]`)

test('on a phone all cards but the one for the power are closed, and the browser remembers others', async () => {
  showOn(true)
  expect(isOpen('Power')).toBe(true)
  expect(isOpen('Clock')).toBe(false)
  expect(body('Clock')).toHaveProperty('hidden', true)
  await userEvent.click(fold('Clock'))
  expect(body('Clock')).toHaveProperty('hidden', false)
  await userEvent.click(fold('Power'))
  expect(localStorage.getItem('lintel-bench-clock')).toBe('open')
  expect(localStorage.getItem('lintel-bench-power')).toBe('closed')
})

test('what was open or closed before is so again', () => {
  localStorage.setItem('lintel-bench-clock', 'open')
  localStorage.setItem('lintel-bench-power', 'closed')
  showOn(true)
  expect([isOpen('Clock'), isOpen('Power')]).toEqual([true, false])
})

test('a closed card says what there is to know, and keeps what was typed in it', async () => {
  showOn(true)
  const card = within(screen.getByRole('region', { name: 'Surroundings' }))
  expect(card.getAllByText('21 °C')).toHaveLength(2)
  await userEvent.click(fold('Surroundings'))
  expect(card.getAllByText('21 °C')).toHaveLength(1)
  await userEvent.click(fold('Network'))
  const name = screen.getByLabelText<HTMLInputElement>('Host name')
  await userEvent.type(name, 'gate')
  await userEvent.click(fold('Network'))
  expect(body('Network')).toHaveProperty('hidden', true)
  await userEvent.click(fold('Network'))
  expect(screen.getByLabelText<HTMLInputElement>('Host name').value).toBe('gate')
})

test('a call is seen on the closed card of the telephone', () => {
  showOn(true)
  const call = { callId: '1', direction: 'incoming', remote: 'sip:a@b', account: '' } as const
  const rest = { codec: '', encrypted: false, since: 0, heard: null, spoken: null }
  bench.tell({ calls: [{ ...call, ...rest, state: 'ringing' }] })
  const header = within(screen.getByRole('region', { name: 'Telephone' })).getAllByText('Ringing')
  expect(header.some((one) => one.closest('header') !== null)).toBe(true)
})

test('the meters run only while their card is open', async () => {
  showOn(true)
  expect(streamOf('/bench/levels')).toBeUndefined()
  await userEvent.click(fold('Loudspeaker'))
  await waitFor(() => expect(streamOf('/bench/levels')).toBeDefined())
  await userEvent.click(fold('Loudspeaker'))
  await waitFor(() => expect(streamOf('/bench/levels')).toBeUndefined())
})

test('in a wider window cards are open, but for those that are seldom needed, and can be closed', async () => {
  showOn(false)
  expect(['Clock', 'Telephone'].map(isOpen)).toEqual([true, true])
  expect(['Handling', 'Network'].map(isOpen)).toEqual([false, false])
  expect(screen.getByText('As on this computer')).toBeTruthy()
  await userEvent.click(fold('Clock'))
  expect(body('Clock')).toHaveProperty('hidden', true)
  expect(localStorage.getItem('lintel-bench-clock')).toBe('closed')
})
