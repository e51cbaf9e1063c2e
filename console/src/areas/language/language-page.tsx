import { LANGUAGES, languageFor } from '@lintel/contract/languages'
import type { InterfaceLanguage } from '@lintel/contract/languages'
import { Card } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useParameters } from '../../app/queries.ts'
import { QueryView } from '../../app/query-view.tsx'
import { LANGUAGE } from '../../app/start/start.ts'
import { chooseLanguage } from './queries.ts'
import styles from './language-page.module.css'

/** The language of the device, and so of every console. A §2 Language page. */
export function LanguagePage() {
  const text = useText()
  const parameters = useParameters()
  return (
    <>
      <PageHead title={text('pages.language')} note={text('language.note')} />
      <QueryView query={parameters}>
        {({ values }) => <Languages setting={values.get(LANGUAGE)} />}
      </QueryView>
    </>
  )
}

/**
 * @param props.setting as the device spells it; empty or undefined if it has none
 */
function Languages({ setting }: { setting: string | undefined }) {
  const text = useText()
  const faultText = useFaultText()
  const [pending, setPending] = useState<InterfaceLanguage>()
  const [failure, setFailure] = useState<{ language: InterfaceLanguage; fault: unknown }>()
  const current = setting === undefined ? undefined : languageFor(setting)
  const now = LANGUAGES.find(({ code }) => code === current)
  // A language that is set but not offered is listed, so that no other looks selected.
  const shown = LANGUAGES.filter(({ offered, code }) => offered || code === current)

  async function choose(language: InterfaceLanguage) {
    if (pending || language === now) return
    setPending(language)
    setFailure(undefined)
    try {
      await chooseLanguage(language)
    } catch (fault) {
      setFailure({ language, fault })
    } finally {
      setPending(undefined)
    }
  }

  return (
    <>
      {failure && failure.language !== now && (
        <Notice
          status="crit"
          title={text('language.failed', { language: failure.language.ownName })}
        >
          {faultText(failure.fault)}
        </Notice>
      )}
      <Card title={text('language.ofDevice')} note={text('language.forAll')}>
        {setting && (
          <output className={styles['now']}>
            {now
              ? text('language.now', { language: now.ownName })
              : text('language.unknown', { setting })}
          </output>
        )}
        <ul className={styles['list']} data-row="">
          {shown.map((language) => (
            <li key={language.code}>
              <button
                type="button"
                lang={language.code}
                className={styles['language']}
                data-field={language === (now ?? shown[0]) ? 'language' : undefined}
                aria-pressed={language === now}
                aria-busy={language === pending || undefined}
                aria-disabled={pending !== undefined || undefined}
                onClick={() => void choose(language)}
              >
                <Check size={16} aria-hidden="true" />
                {language.ownName}
              </button>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
