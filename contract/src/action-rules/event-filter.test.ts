import { expect, test } from 'vitest'
import { readItemFilter, writeItemFilter } from './event-filter.ts'

const PORT = { name: 'port', value: '3' }

test.each([
  ['as documented', 'boolean(//SimpleItem[@Name="port" and @Value="3"])'],
  ['with the other quotation marks', "boolean(//SimpleItem[@Name='port' and @Value='3'])"],
  ['with a prefix', 'boolean(//tt:SimpleItem[@Name="port" and @Value="3"])'],
  ['with blanks', '\n boolean ( //SimpleItem [ @Name = "port"\n and @Value = "3" ] ) '],
  ['with the value first', 'boolean(//SimpleItem[@Value="3" and @Name="port"])'],
])('a comparison %s is read', (_, text) => {
  expect(readItemFilter(text)).toEqual([PORT])
})

test('comparisons are joined by and', () => {
  const one = 'boolean(//SimpleItem[@Name="port" and @Value="3"])'
  expect(readItemFilter(`${one} and\n${one}and ${one}`)).toEqual([PORT, PORT, PORT])
  expect(readItemFilter(' ')).toEqual([])
})

test.each(['a  b', 'the "left" door', "d'or", ' and boolean(//x', ']'])(
  'the value %j is the same after it was written and read',
  (value) => {
    const items = [{ name: 'id', value }, PORT]
    expect(readItemFilter(writeItemFilter(items))).toEqual(items)
  },
)

test.each([
  '//SimpleItem',
  'boolean(//SimpleItem[@Name="port"])',
  'boolean(//SimpleItem[@Name="port" and @Name="3"])',
  'boolean(//SimpleItem[@Name="port" and @Value="3"]) or boolean(//SimpleItem[@Name="a" and @Value="b"])',
  'boolean(//SimpleItem[@Name="port" and @Value="3"]) and',
  'boolean(//SimpleItem[@Name="port" and @Value="3"]) android',
  'not(boolean(//SimpleItem[@Name="port" and @Value="3"]))',
  'boolean(//SimpleItem[@Name="port" and @Value=3])',
])('%s is refused', (text) => {
  expect(() => readItemFilter(text)).toThrow(SyntaxError)
})

test('a long expression is read in no time', () => {
  const started = performance.now()
  expect(() => readItemFilter(`boolean(${' '.repeat(200_000)}`)).toThrow(SyntaxError)
  const one = 'boolean(//SimpleItem[@Name="port" and @Value="3"])'
  expect(() =>
    readItemFilter(Array.from({ length: 5000 }, () => one).join(' and ') + ' x'),
  ).toThrow(SyntaxError)
  expect(performance.now() - started).toBeLessThan(2000)
})
