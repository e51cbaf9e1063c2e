import { expect, test } from 'vitest'
import { codeOf, reasonOf } from './ladder.ts'

const said = (line: string, sent = false, method = 'INVITE') => ({
  time: 0,
  peer: '10.0.0.2:5060',
  sent,
  line,
  method,
})

test('the last final answer to the invitation ends a call', () => {
  const start = [said('INVITE sip:1@pbx', true), said('100 Trying'), said('401 Unauthorized')]
  expect(codeOf(start)).toBe(401)
  expect(codeOf([...start, said('INVITE sip:1@pbx', true), said('486 Busy Here')])).toBe(486)
  expect(codeOf([...start, said('200 OK'), said('500 Error', false, 'BYE')])).toBeUndefined()
  expect(codeOf([said('INVITE sip:1@pbx', true), said('603 Decline', true)])).toBeUndefined()
})

test('without an answer the reason of the call service counts', () => {
  expect(reasonOf('NoAnswer')).toBe('sipAccounts.why.unanswered')
  expect(reasonOf('Failed')).toBe('sipAccounts.why.failed')
})
