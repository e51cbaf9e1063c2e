import { isAudio } from '../../app/conditions.ts'
import { history, useParam } from '../../app/routing/history.ts'
import { useWayTo } from '../../app/routing/way-to.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { problem } from '@lintel/contract/rules/problem'
import { Button } from '@lintel/ui/button'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { LoadFailed, Loading } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { accountIn, sameAccount } from './accounts.ts'
import type { Account } from './accounts.ts'
import { DeleteUser } from './delete-user.tsx'
import { ChangedMeanwhile, DeletedMeanwhile, changeAccount, usersQuery } from './queries.ts'
import { UserFields } from './user-fields.tsx'
import { accountOf, checkUser, valuesOf } from './user-values.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'

/** The form for an account that exists, with its deletion. */
export function EditUserPage() {
  const text = useText()
  const name = useParam('name')
  const { data, error, refetch } = useQuery(usersQuery)
  const account = data && accountIn(data.lists, name)
  const [deleting, setDeleting] = useState(false)
  const leave = useLeave(name)
  const missing = data !== undefined && account === undefined && !deleting

  useEffect(() => {
    if (missing) leave()
  }, [missing, leave])

  return (
    <>
      <PageHead
        title={text('users.editNamed', { name })}
        trail={[{ label: text('pages.users'), href: hrefTo(paths.users()) }]}
        actions={
          account &&
          account.group !== 'root' && (
            <Button
              kind="danger"
              onClick={() => {
                setDeleting(true)
              }}
            >
              {text('users.delete')}
            </Button>
          )
        }
      />
      {account ? (
        <EditUser key={name} account={account} onDeleted={leave} />
      ) : error && !data ? (
        <LoadFailed fault={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      <DeleteUser
        name={name}
        open={deleting}
        onClose={() => {
          setDeleting(false)
        }}
      />
    </>
  )
}

/** A function that goes back to the list and says that the account is no more. */
function useLeave(name: string): () => void {
  const text = useText()
  return useCallback(() => {
    showToast({ status: 'warning', text: text('users.gone', { name }) })
    history.navigate(paths.users(), { replace: true, force: true })
  }, [name, text])
}

function EditUser({ account, onDeleted }: { account: Account; onDeleted: () => void }) {
  const text = useText()
  const viewpoint = useViewpoint()
  const [changed, setChanged] = useState(false)
  // What the person has seen: while something is typed, others' changes do not become its base.
  const [base, setBase] = useState(account)
  const setSaved = useWayTo(paths.users())
  const root = account.group === 'root'
  const form = useSettingsForm({
    values: valuesOf(account),
    check: checkUser,
    holdOnWarnings: true,
    failure: problem('validation.errorSaveUser'),
    save: async (values) => {
      setChanged(false)
      const after = accountOf(values, root ? 'root' : values.role)
      try {
        await changeAccount(base, after, values.password || undefined, isAudio(viewpoint))
      } catch (fault) {
        if (fault instanceof DeletedMeanwhile) onDeleted()
        if (fault instanceof ChangedMeanwhile) {
          setChanged(true)
          setBase(fault.now)
        }
        throw fault
      }
    },
    onSaved: ({ name }) => {
      showToast({ status: 'ok', text: text('users.saved', { name }) })
      setSaved(true)
    },
  })
  if (!form.dirty && !sameAccount(base, account)) setBase(account)
  return (
    <SettingsForm form={form} label={text('pages.editUser')}>
      {changed && (
        <Notice status="warn" title={text('users.changedTitle', { name: account.name })}>
          {text('users.changedNote', { role: text(`users.role.${valuesOf(account).role}`) })}
        </Notice>
      )}
      <UserFields form={form} mode="edit" root={root} />
      <SaveBar form={form} />
    </SettingsForm>
  )
}
