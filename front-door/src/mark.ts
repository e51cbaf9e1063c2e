/** The mark: a lintel on its two posts. */
const STROKES = 'M3 6.5h20M7 11v11M19 11v11'
const STROKE = 'stroke-width="3.4" stroke-linecap="round"'

/** The logo as part of a page, in the colour of the text around it. */
export const MARK =
  '<svg width="26" height="26" viewBox="0 0 26 26" fill="none" aria-hidden="true">' +
  `<path d="${STROKES}" stroke="currentColor" ${STROKE}/></svg>`

/** The mark as an icon that is seen on a light and on a dark window. */
export const MARK_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
  '<rect width="32" height="32" rx="7" fill="#0e6656"/>' +
  `<path transform="translate(3 3.5)" d="M3 6.5h20M7 11v9M19 11v9" fill="none" stroke="#fff" ${STROKE}/></svg>`

/** The same in 16 and 32 pixels, for browsers that ask for an ICO file. */
export const MARK_ICO = Buffer.from(
  'AAABAAIAEBAAAAEAIABaAQAAJgAAACAgAAABACAAhAIAAIABAACJUE5HDQoaCgAAAA1JSERSAAAAEAAAABAIBgAAAB/z' +
    '/2EAAAAEc0JJVAgICAh8CGSIAAAAAXNSR0IArs4c6QAAAQRJREFUOI2lkzEvBFEUhb/zZtc2MjEqNKsi2UKh0WglGh1b' +
    'bMtOJhKJVqkWtlJRKHQS0axKq9tGJdjCf6ARdq5iI8Qzk9lxyu+dc+59L3kCNB43twUJMC+okiODd4w+2OnLyUVHYby+' +
    'C66TF8ousz1nKCkTBpCROGC2bIGJqYpQDWBnZY3VhcVCweu7Hsc3XYRq7gvORFHhydMT316FcdN+Hi7PNTAzbp/uKcId' +
    'v3TU2uKwtelNzeIVDwQOM683k/tkRP27wLvCIE1JzTxjFvcKDrqXfxqzuML2xjNSfeTdh3/hwSGdlQkPG3QVvC01emMD' +
    'BWARYlIo92EN+wAeDZ2/Vm3/EynTWPMiOp7SAAAAAElFTkSuQmCCiVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABz' +
    'enr0AAAABHNCSVQICAgIfAhkiAAAAAFzUkdCAK7OHOkAAAIuSURBVFiF7ZfNSxRxGMc/z29WVtLZ3qjIKLsUVChSLCzY' +
    'JQpMvXhYNggqiTYQT9G/0EmCTsWKIl0Co6UXqOxQRyEMZKOSwCApkIpell2NnR1nfh1kF21px4lxvexz+vE833k+H2YY' +
    'hhFWVn/flkhDwxWEmIYOQXYSQGn0N4EMmpc5277B7YfZ0kxKh0gy3q1RoyK0BAH9p4xmXnAv5UbSE2WBpmSiyxCerSe4' +
    '0sTtyY2kJ4SBs1tNx34nyO6a8jXz4uo2FXGKF2oNBxChBUOfVyCxWsNXaMQUmo0T0MQUIq0bJiDSGvq7t8PczNXuPtr2' +
    '7g+U9ebzHNcnHvA9n1vVrxAYPNXLwMmeQOEAxw8eZsEqcO3R3VV9FTipSimRil7FHbj5/AmbwmGO7NkXKPz1p4/cevG0' +
    'oi+RywntdfG2ZhOAnwv5NcH85D0fQW9HlNmhYWaHhjndfsxzod+8p0A82knIMAgZBvFop+dCv3lPgaZwuHw2Gxs9F/rN' +
    '1/QtqAvUBeoC/yWwaFnl84JV8FzoN+8pkH41yZLjsOQ43Jua9FzoNy9mMvFFhF3VQtubTVzX5dfvRc+FfvJa8zUkkAG6' +
    'qgV/rPEr6DcvkFF6WWBDSkNG2YZKoXV2DfmA6TprGyqlCqnxOQ0Xa8/X/YXU+JwBUJyeeR8+emhKIydEMNcXzLzgnsmP' +
    'ph8DGKWBNT3zodh+YCysVBHB0mAK0hQIdPn3fBLNnbxtn7PG7r8tzf4AOybOLukzTCoAAAAASUVORK5CYII=',
  'base64',
)
