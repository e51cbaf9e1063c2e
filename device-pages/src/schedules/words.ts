import type { LanguageCode } from '@lintel/contract/languages'
import { formatDayRange, formatInstant, formatWeekday } from '@lintel/ui/dates'
import { useLanguage, useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import { planOf, timeText, WEEKDAYS } from './plan.ts'
import type { Calendar, Plan, Weekday } from './plan.ts'

const DAY = 86_400_000
/** A Monday. */
const MONDAY = Date.UTC(1970, 0, 5)
/** The dates of a long list that are shown. */
const DATES_SHOWN = 3

/** `Mon`. */
export const weekdayText = (language: LanguageCode, day: Weekday): string =>
  formatWeekday(language, MONDAY + WEEKDAYS.indexOf(day) * DAY)

/** `Mon–Fri, Sun`: three days or more in a row are a range. */
function daysText(language: LanguageCode, days: readonly Weekday[]): string {
  const runs: Weekday[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run && before && WEEKDAYS.indexOf(day) === WEEKDAYS.indexOf(before) + 1) run.push(day)
    else runs.push([day])
  }
  return runs
    .flatMap((run) => {
      const names = run.map((day) => weekdayText(language, day))
      return run.length > 2 ? [`${names[0]}–${names.at(-1)}`] : names
    })
    .join(', ')
}

/** What a calendar says, in words: `Mon–Fri, 08:00–18:00`. */
function wordsOf(plan: Plan, text: TextOf, language: LanguageCode): string {
  const daysOr = (days: readonly Weekday[]) =>
    days.length === WEEKDAYS.length
      ? text('schedules.words.day', { count: 1 })
      : daysText(language, days)
  switch (plan.kind) {
    case 'weekly': {
      const days = daysOr(plan.days)
      if (!plan.hours) return text('schedules.words.allDay', { days })
      const { from, to } = plan.hours
      if (to <= from) {
        return text('schedules.words.overnight', { days, from: timeText(from), to: timeText(to) })
      }
      return `${days}, ${timeText(from)}–${timeText(to)}`
    }
    case 'dates': {
      const { ranges, yearly } = plan
      const left = ranges.length - DATES_SHOWN
      const dates = [
        ...ranges
          .slice(0, DATES_SHOWN)
          .map(({ first, last }) => formatDayRange(language, first, last, yearly)),
        ...(left > 0 ? [text('schedules.words.more', { count: left })] : []),
      ].join(', ')
      return yearly ? text('schedules.words.yearly', { dates }) : dates
    }
    case 'every':
      return text(`schedules.words.${plan.unit}`, { count: plan.count })
    case 'days': {
      const time = timeText(plan.time)
      return `${text('schedules.words.day', { count: plan.count })}, ${time}`
    }
    case 'weekdays':
      return `${daysOr(plan.days)}, ${timeText(plan.time)}`
    case 'monthly': {
      const time = timeText(plan.time)
      const { day } = plan
      return day === -1
        ? text('schedules.words.lastDay', { time })
        : text('schedules.words.monthDay', { day, time })
    }
    case 'text':
      break
  }
  return text('schedules.words.calendar')
}

/** A function that puts a calendar into words. @param now the device's local time */
export function useWords(now: number): (schedule: Calendar) => string {
  const text = useText()
  const language = useLanguage()
  return (schedule) => wordsOf(planOf(schedule, now), text, language)
}

/** `18:00` on the same day, else with the day. @param local `2026-11-20T18:00:00` */
export function momentText(language: LanguageCode, local: string, now: string): string {
  if (local.slice(0, 10) === now.slice(0, 10)) return local.slice(11, 16)
  return formatInstant(language, Date.parse(`${local}Z`))
}
