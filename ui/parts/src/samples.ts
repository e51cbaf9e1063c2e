/** A row or an option of the samples. */
export interface Person {
  id: string
  name: string
  department: string
  speedDial: number
}

const FIRST = [
  'Ada',
  'Łukasz',
  'Åsa',
  'Jürgen',
  'Zoë',
  'Noël',
  'Grace',
  'Edsger',
  'Barbara',
  'Niklaus',
]
const LAST = [
  'Lindqvist',
  'Kowalski',
  'Öberg',
  'Straßmann',
  'O’Brien',
  'García',
  'Hopper',
  'Moreau',
  'Bianchi',
]
const DEPARTMENTS = ['Reception', 'Pharmacy', 'Donaudampfschifffahrtsgesellschaft', 'Radiology']

/** Generated people, the same ones each time. */
export const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `person-${index}`,
    name: `${FIRST[index % FIRST.length]} ${LAST[index % LAST.length]} ${index}`,
    department: DEPARTMENTS[index % DEPARTMENTS.length] ?? '',
    speedDial: (index * 7919) % 100_000,
  }))

/** A longest label. */
export const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrente auszahlen lassen'
