import { expect, test } from 'vitest'
import { textsIn } from '../texts.ts'
import type { Recorded } from './record-device.ts'
import { reportOf } from './report.ts'

const RECORDED: Recorded = {
  recording: { product: 'A8207-VE', firmware: '9.80.3', exchanges: [] },
  masked: { serials: 11, secrets: 12, addresses: 13, mails: 14, people: 15, certificates: 16 },
  answers: 100,
  missing: 7,
  refused: 0,
  failed: [],
  leftOut: 24,
}

test('the report says what was recorded and what was replaced, and asks to look through it', () => {
  const report = reportOf(RECORDED, 'folder/recording.json', textsIn('en'))
  expect(report).toContain('Recorded A8207-VE with firmware 9.80.3 in folder/recording.json.')
  for (const count of [100, 7, 24, 11, 12, 13, 14, 15, 16]) expect(report).toContain(`: ${count}\n`)
  expect(report).toContain('Look through the folder before you send it')
  expect(report).not.toContain('refused')
  expect(report).not.toContain('without an answer')
})

test('what is missing is told', () => {
  const recorded = { ...RECORDED, refused: 3, failed: ['pwdgrp.get', 'time.getAll'] }
  const report = reportOf(recorded, 'x', textsIn('en'))
  expect(report).toContain('refused this account: 3')
  expect(report).toContain('calls without an answer: 2 (pwdgrp.get, time.getAll)')
})
