/** Compares README's pictures with the pages, by the outlines that were stored with them. */
import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixture.ts'
import { PERSONA } from '../rig/firmware.ts'
import { notThroughGateway } from '../rig/gateway.ts'
import type { House } from './furnish.ts'
import { furnish } from './furnish.ts'
import { outlinesOf, pathsOf } from './outline.ts'
import { play, SCENES } from './scenes.ts'

test.skip(PERSONA !== 'own', 'The pictures show our own firmware.')
notThroughGateway('the pictures show the device without one')

let house: House

test.beforeAll(async ({ rig }) => {
  house = await furnish(rig)
})
test.afterAll(() => house.close())

for (const scene of SCENES) {
  test(`the picture “${scene.name}” shows the product as it is`, async ({ browser, rig }) => {
    const stored = await readFile(pathsOf(scene.name).outline, 'utf8')
    const played = await play(browser, rig, scene)
    const message = `The picture “${scene.name}” is out of date: run npm run pictures.`
    await expect.poll(() => outlinesOf(played.pages), { message }).toBe(stored)
    expect(played.faults()).toEqual([])
    await played.close()
  })
}
