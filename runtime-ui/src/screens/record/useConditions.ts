import type { FormFieldMeta } from '../../data/screen'
import { judge } from './conditions'
import { useRecordPart } from './recordStore'

/** Whether a field of the form is shown, must be given, or is closed, as the record stands now. */
export function useConditions({ visible, required, readonly }: FormFieldMeta) {
  return {
    visible: useRecordPart((record) => judge(visible, record, true)),
    required: useRecordPart((record) => judge(required, record, false)),
    readonly: useRecordPart((record) => judge(readonly, record, false)),
  }
}
