{{- /* Changes the autoscaler to what the values say. */}}
{{- define "site.autoscaler" }}
{{- $site := .root.Values.site | default dict }}
{{- with $site.minReplicas }}{{ $_ := set $.object.spec "minReplicas" . }}{{ end }}
{{- with $site.maxReplicas }}{{ $_ := set $.object.spec "maxReplicas" . }}{{ end }}
{{- end }}
