/** Whether the device has a password; other firmware doesn't tell. */
export const storesPassword = ({
  PasswordStored,
}: {
  PasswordStored?: unknown
}): boolean | 'maybe' => (typeof PasswordStored === 'boolean' ? PasswordStored : 'maybe')
