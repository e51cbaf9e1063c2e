import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderBench } from './testing/render-bench.tsx'
import type { FakeBench } from './testing/render-bench.tsx'

let bench: FakeBench

beforeEach(() => {
  bench = renderBench()
})

afterEach(() => vi.unstubAllGlobals())

const STORY = {
  state: 'idle',
  steps: [
    { id: 'bell', at: '08:00' },
    { id: 'heat', at: '15:00' },
  ],
  done: 0,
  failed: false,
  noCall: false,
  selfAnswered: false,
  speed: 1,
} as const

const card = () => within(screen.getByRole('region', { name: 'A day in service' }))
const press = (name: string) => userEvent.click(card().getByRole('button', { name }))

test('a day is played, paused, stepped through and ended, and its step is named in words', async () => {
  bench.tell({ story: { ...STORY, steps: [...STORY.steps] } })
  expect(card().getByText('2 steps, from 08:00 to 15:00.')).toBeTruthy()
  expect(card().getByRole('button', { name: 'End the day' })).toHaveProperty('disabled', true)
  await press('Play a day')
  bench.tell({ story: { ...STORY, steps: [...STORY.steps], state: 'playing', done: 1 } })
  expect(card().getByRole('status').textContent).toBe('08:00 A visitor presses the call button.')
  await userEvent.click(card().getByRole('radio', { name: '4×' }))
  await press('Pause')
  bench.tell({ story: { ...STORY, steps: [...STORY.steps], state: 'paused', done: 1 } })
  await userEvent.click(card().getByRole('radio', { name: '2×' }))
  await press('Next step')
  await press('Resume')
  await press('End the day')
  expect(bench.sent.map(([path, input]) => [path, input])).toEqual([
    ['/bench/story', { action: 'play' }],
    ['/bench/story', { action: 'play', speed: 4 }],
    ['/bench/story', { action: 'pause' }],
    ['/bench/story', { action: 'pause', speed: 2 }],
    ['/bench/story', { action: 'step' }],
    ['/bench/story', { action: 'play' }],
    ['/bench/story', { action: 'stop' }],
  ])
})

test('a day that can’t go on, and one that is over, say so', () => {
  bench.tell({
    story: { ...STORY, steps: [...STORY.steps], state: 'paused', done: 1, failed: true },
  })
  expect(card().getByRole('status').textContent).toContain('could not be done')
  bench.tell({ story: { ...STORY, steps: [...STORY.steps], state: 'over', done: 2 } })
  expect(card().getByRole('status').textContent).toContain('The day is over.')
})

test('what the day needs is said beforehand, with links to the console', () => {
  const story = { ...STORY, steps: [...STORY.steps, { id: 'call' as const, at: '12:00' }] }
  bench.tell({
    story,
    callReadiness: { sip: false, incoming: false, autoAnswer: false, button: false },
  })
  const links = () => card().queryAllByRole('link')
  expect(links().map(({ textContent }) => textContent)).toEqual([
    'Enable SIP',
    'Allow incoming calls',
    'Choose whom the call button rings',
  ])
  expect(links()[2]?.getAttribute('href')).toMatch(/\/webapp\/hw\/#\/phonebook\/callbutton$/)
  bench.tell({
    story,
    callReadiness: { sip: true, incoming: true, autoAnswer: false, button: false },
  })
  expect(links()).toHaveLength(1)
  bench.tell({
    story,
    callReadiness: { sip: true, incoming: true, autoAnswer: false, button: true },
  })
  expect(links()).toEqual([])
  bench.tell({ story, callReadiness: null })
  expect(links()).toEqual([])
})
