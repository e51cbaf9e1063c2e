/** The device's schedules through the event service. */
import {
  addScheduledEvent,
  getScheduledEvents,
  removeScheduledEvent,
} from '@lintel/contract/calls/schedules'
import type { Rig } from '../rig/rig.ts'

type Speaker = Pick<Rig, 'root'>

const SPACES =
  'xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:aev="http://www.axis.com/vapix/ws/event1"'

async function send({ root }: Speaker, id: string, body: string): Promise<string> {
  const target = {
    url: '/vapix/services',
    method: 'POST',
    body: `<s:Envelope ${SPACES}><s:Body>${body}</s:Body></s:Envelope>`,
    contentType: 'application/soap+xml; charset=utf-8',
  } as const
  return (await root.send(id, target, {})).text()
}

/** Adds a schedule and returns its EventID. */
export async function addSchedule(rig: Speaker, name: string, calendar: string): Promise<string> {
  const text = await send(
    rig,
    addScheduledEvent.id,
    `<aev:AddScheduledEvent><aev:NewScheduledEvent><aev:Name>${name}</aev:Name><aev:Schedule>` +
      `<aev:ICalendar Dialect="http://www.axis.com/vapix/ws/ical1">${calendar}</aev:ICalendar>` +
      '</aev:Schedule></aev:NewScheduledEvent></aev:AddScheduledEvent>',
  )
  return /<aev:EventID>(.*?)</.exec(text)?.[1] ?? ''
}

/** The calendars by the names of their schedules. */
export async function schedulesNow(rig: Speaker): Promise<Record<string, string>> {
  const text = await send(rig, getScheduledEvents.id, '<aev:GetScheduledEvents/>')
  const found = text.matchAll(/<aev:Name>(.*?)<.*?<aev:ICalendar[^>]*>(.*?)</gs)
  return Object.fromEntries(Array.from(found, ([, name = '', calendar = '']) => [name, calendar]))
}

export const calendarsNow = async (rig: Speaker): Promise<string[]> =>
  Object.values(await schedulesNow(rig))

export const removeSchedule = (rig: Speaker, eventId: string): Promise<string> =>
  send(
    rig,
    removeScheduledEvent.id,
    `<aev:RemoveScheduledEvent><aev:EventID>${eventId}</aev:EventID></aev:RemoveScheduledEvent>`,
  )
