import { writeFile } from 'node:fs/promises'
import { launch } from '/work/main/e2e/bench/pages.ts'
import { AREAS } from '/work/main/e2e/pages/all.ts'
import { ACCOUNTS, PASSWORD } from '/work/main/e2e/rig/accounts.ts'
import { speak } from '/work/main/e2e/rig/language.ts'
import { startRig } from '/work/main/e2e/rig/rig.ts'
const [area = '', name = '', language = 'German', width = '1000', scheme='light'] = process.argv.slice(2)
const browser = await launch()
const rig = await startRig({ product: 'A8307-E' })
for (const d of AREAS[area] ?? []) for (const picture of d.pictures ?? []) {
  if (!new RegExp(name).test(picture.name)) continue
  await rig.put('ready')
  const context = await browser.newContext({ baseURL: rig.addresses.http, viewport: { width: Number(width), height: 800 }, reducedMotion: 'reduce', colorScheme: scheme as 'light' })
  await speak(rig, language as 'German')
  await context.request.post('/sign-in', { data: { user: ACCOUNTS.admin.user, password: PASSWORD }, headers: { 'x-lintel-console': '1' } })
  await picture.before?.(rig)
  const page = await context.newPage()
  page.on('console', (m) => { if (m.type()==='error') console.log(m.text()) })
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message))
  await page.goto(d.path ?? '')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForTimeout(900)
  await picture.act?.(page)
  await page.waitForTimeout(600)
  await writeFile(`/tmp/gen/shot-${picture.name.replaceAll(/[ ,]+/g, '-')}.png`, await page.screenshot({ fullPage: true }))
  await context.close()
}
await browser.close(); await rig.stop()
