import type { TextOf } from '@lintel/ui/i18n'
import { columnsOf } from './print-list.ts'
import type { PrintedSection, PrintValues } from './print-list.ts'

/** The contact list as it is printed, with the button that prints it. B §2. */
export function PrintSheet(props: {
  head: Pick<PrintValues, 'company' | 'address' | 'message'>
  sections: readonly PrintedSection[]
  text: TextOf
  onPrint: () => void
}) {
  const { head, sections, text, onPrint } = props
  const { company, address, message } = head
  return (
    <>
      <div className="actions">
        <button type="button" onClick={onPrint}>
          {text('phonebook.printNow')}
        </button>
      </div>
      <header>
        <h1 dir="auto">{company === '' ? text('phonebook.contacts') : company}</h1>
        {address !== '' && <p dir="auto">{address}</p>}
        {message !== '' && (
          <p dir="auto" className="message">
            {message}
          </p>
        )}
      </header>
      <main>
        <div className="list" data-columns={columnsOf(sections)}>
          {sections.map(({ id, title, rows }) => (
            <section key={id}>
              {title !== '' && <h2 dir="auto">{title}</h2>}
              <ul>
                {rows.map((row) => (
                  <li key={row.id}>
                    <span dir="auto">{row.name}</span>
                    {row.speedDial !== '' && <b dir="ltr">{row.speedDial}</b>}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </main>
    </>
  )
}
