{{- /* Changes a NetworkPolicy to what the values say. */}}
{{- define "site.networkPolicy" }}
{{- $values := .root.Values }}
{{- $spec := .object.spec }}
{{- $isDefault := eq .object.metadata.name "site-default" }}
{{- $addresses := $values.addresses | default dict }}
{{- $namespaces := $values.namespaces | default dict }}
{{- $namespace := ternary $namespaces.monitoring $namespaces.ingress $isDefault }}

{{- range $spec.ingress }}
{{- range .from }}
{{- if and .namespaceSelector $namespace }}
{{- $_ := set .namespaceSelector.matchLabels "kubernetes.io/metadata.name" $namespace }}
{{- end }}
{{- end }}
{{- end }}

{{- /* Which addresses a rule is about: its first port says it. */}}
{{- $names := dict "443" "bucket" "5432" "database" "465" "mail" }}
{{- range $rule := $spec.egress }}
{{- $networks := get $addresses (get $names (toString (first $rule.ports).port)) }}
{{- if and (first $rule.to).ipBlock $networks }}
{{- $to := list }}
{{- range $networks }}{{ $to = append $to (dict "ipBlock" (dict "cidr" .)) }}{{ end }}
{{- $_ := set $rule "to" $to }}
{{- end }}
{{- end }}

{{- if and $isDefault $values.egress }}{{ $_ := set $spec "egress" (concat $spec.egress $values.egress) }}{{ end }}
{{- end }}
