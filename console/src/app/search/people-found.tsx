import { useText } from '@lintel/ui/i18n'
import { BookUser, Building2, Cctv, Clock, User, UserRound, UsersRound } from 'lucide-react'
import { Marked } from './marked.tsx'
import styles from './search.module.css'
import type { FoundPeople } from './use-people.ts'

const ICONS = {
  'phonebook.contacts': UserRound,
  'phonebook.callGroups': UsersRound,
  'phonebook.organisations': Building2,
  'pages.sipAccounts': BookUser,
  'pages.users': User,
  'onvif.tab.users': Cctv,
  'datetime.timeZone': Clock,
} as const

/** What was found on the device, each kind under its heading. */
export function PeopleFound(props: {
  people: FoundPeople
  query: string
  onDone: (() => void) | undefined
}) {
  const { people, query, onDone } = props
  const text = useText()
  return (
    <>
      {people.found.map(({ title, shown, total, href }) => {
        const Icon = ICONS[title]
        return (
          <section key={title} aria-label={text(title)}>
            <h3>{text(title)}</h3>
            <ul>
              {shown.map((person) => (
                <li key={person.href}>
                  <a className={styles['result']} href={person.href} onClick={onDone}>
                    <Icon size={16} />
                    <Marked text={person.name} query={query} />
                    {person.note !== '' && (
                      <small>
                        <Marked text={person.note} query={query} />
                      </small>
                    )}
                  </a>
                </li>
              ))}
              {total > shown.length && href !== undefined && (
                <li>
                  <a className={styles['result']} href={href} onClick={onDone}>
                    <span />
                    <span>{text('search.all', { count: total })}</span>
                  </a>
                </li>
              )}
            </ul>
          </section>
        )
      })}
      {people.failed && <p className="muted">{text('search.notAll')}</p>}
    </>
  )
}
