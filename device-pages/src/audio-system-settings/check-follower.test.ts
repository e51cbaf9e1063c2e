import { expect, test } from 'vitest'
import { checkFollower } from './check-follower.ts'

const RIGHT = { address: '192.168.0.91:8080', secure: false, user: 'root', password: 'Abcdef12' }

test.each([
  ['an address with its port', {}, {}],
  ['a host name', { address: 'foyer.local' }, {}],
  [
    'nothing',
    { address: '', user: '', password: '' },
    {
      address: 'validation.errorRequired',
      user: 'validation.errorRequired',
      password: 'validation.errorRequired',
    },
  ],
  ['a URL', { address: 'http://foyer/' }, { address: 'validation.invalidIPAddressOrHostName' }],
  [
    'a port too far',
    { address: 'foyer:70000' },
    { address: 'validation.invalidIPAddressOrHostName' },
  ],
])('%s', (_, change, wrong) => {
  const { errors } = checkFollower({ ...RIGHT, ...change })
  const ids = Object.entries(errors).flatMap(([field, problem]) =>
    problem ? [[field, problem.id]] : [],
  )
  expect(Object.fromEntries(ids)).toEqual(wrong)
})
