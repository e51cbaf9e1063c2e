import { problem } from './problem.ts'
import type { Rule } from './problem.ts'

export interface CalendarDate {
  year: number
  /** 1 to 12. */
  month: number
  day: number
}

export interface TimeOfDay {
  hour: number
  minute: number
}

/** A real date in strict DD/MM/YYYY; undefined otherwise. Source: specification A §5. */
export function parseDate(value: string): CalendarDate | undefined {
  const parts = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(value)
  if (!parts) return undefined
  const [day, month, year] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const real = new Date(Date.UTC(year, month - 1, day))
  const same =
    real.getUTCFullYear() === year && real.getUTCMonth() === month - 1 && real.getUTCDate() === day
  return same ? { year, month, day } : undefined
}

/** Strict HH:mm; undefined otherwise. Source: specification A §5. */
export function parseTime(value: string): TimeOfDay | undefined {
  const parts = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value)
  return parts ? { hour: Number(parts[1]), minute: Number(parts[2]) } : undefined
}

const two = (value: number) => String(value).padStart(2, '0')

export const formatDate = ({ year, month, day }: CalendarDate) =>
  `${two(day)}/${two(month)}/${String(year).padStart(4, '0')}`

export const formatTime = ({ hour, minute }: TimeOfDay) => `${two(hour)}:${two(minute)}`

export const manualDate: Rule = (value) =>
  parseDate(value) ? undefined : problem('dateTime.invalidDate')

export const manualTime: Rule = (value) =>
  parseTime(value) ? undefined : problem('dateTime.invalidTime')
