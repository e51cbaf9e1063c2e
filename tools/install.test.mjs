import { expect, test } from 'vitest'
import { matches } from './install.mjs'

const locked = {
  '': { version: '1.0.0' },
  'node_modules/fastify': { version: '5.12.8' },
  'node_modules/@lintel/contract': { link: true },
  'node_modules/@rolldown/binding-darwin-arm64': { version: '1.2.19', optional: true },
}

test('installed packages match the lockfile; those for other platforms may be absent', () => {
  const installed = {
    'node_modules/fastify': { version: '5.12.8' },
    'node_modules/@lintel/contract': { link: true },
  }
  expect(matches(locked, installed)).toBe(true)
})

test('a missing package is noticed', () => {
  expect(matches(locked, { 'node_modules/@lintel/contract': { link: true } })).toBe(false)
})

test('a different version is noticed', () => {
  const installed = {
    'node_modules/fastify': { version: '5.12.7' },
    'node_modules/@lintel/contract': { link: true },
  }
  expect(matches(locked, installed)).toBe(false)
})

test('a workspace that is not linked is noticed', () => {
  const installed = {
    'node_modules/fastify': { version: '5.12.8' },
    'node_modules/@lintel/contract': { version: '1.0.0' },
  }
  expect(matches(locked, installed)).toBe(false)
})
